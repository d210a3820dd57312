/**
 * What a member wrote, on a page that a link in a mail opens. Addresses in it are no links: they would seem to be recommended by the
 * community.
 */
export const QuotedWords = ({ text }: { text: string }) => (
  <p dir="auto" className="rounded-control bg-sunken p-4 text-left whitespace-pre-wrap wrap-anywhere">
    {text}
  </p>
)
