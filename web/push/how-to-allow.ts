export const howToAllow =
  'Your browser blocks notifications from this site. To allow them, open the settings of the site (the icon beside the address, or the settings of the installed app), allow notifications, and come back here.'
