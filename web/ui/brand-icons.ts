import { createLucideIcon } from 'lucide-react'

/** Lucide no longer has brand icons; these are drawn in its style. */
export const LinkedInIcon = createLucideIcon('linked-in', [
  ['rect', { x: 2.5, y: 2.5, width: 19, height: 19, rx: 4, key: 'frame' }],
  ['path', { d: 'M7.5 11v6M11.5 17v-6M11.5 13.5a2.5 2.5 0 0 1 5 0V17', key: 'letters' }],
  ['path', { d: 'M7.5 7.5v.01', key: 'dot' }],
])

export const TwitterIcon = createLucideIcon('twitter', [
  ['path', { d: 'M3.5 3.5h4.5l12.5 17H16Z', key: 'bar' }],
  ['path', { d: 'm4 20.5 6.8-7.5M13.2 11 20 3.5', key: 'stroke' }],
])

export const GitHubIcon = createLucideIcon('git-hub', [
  ['circle', { cx: 12, cy: 12, r: 9.5, key: 'disc' }],
  [
    'path',
    {
      d: 'M9 21v-3.5c0-1 .3-1.6.8-2C7.5 15.2 6 14 6 11.2c0-1.1.4-2 1-2.7-.2-.8-.1-1.7.2-2.5 1 0 1.9.5 2.6 1a9 9 0 0 1 4.4 0c.7-.5 1.6-1 2.6-1 .3.8.4 1.7.2 2.5.6.7 1 1.6 1 2.7 0 2.8-1.5 4-3.8 4.3.5.4.8 1 .8 2V21',
      key: 'cat',
    },
  ],
])
