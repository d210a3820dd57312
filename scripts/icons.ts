import { join } from 'node:path'
import sharp from 'sharp'
import { root } from './build.ts'

const LAKE = '#0b1d2e'
const STAR =
  '<path fill="#e8475a" d="M16 1l4.05 7.99 8.94-.49L24.1 16l4.89 7.5-8.94-.49L16 31l-4.05-7.99-8.94.49L7.9 16 3.01 8.5l8.94.49z"/>'

/** The star mark on the colour of the sidebar. `part`: the star's share of the width. `radius`: of the corners, in percent. */
const icon = (part: number, radius: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="${radius}" fill="${LAKE}"/>
    <g transform="translate(50 50) scale(${(part * 100) / 32}) translate(-16 -16)">${STAR}</g></svg>`

/** `node scripts/icons.ts` makes the icons of the installed app, which are committed. */
for (const [name, size, svg] of [
  ['icon-192.png', 192, icon(0.62, 22)],
  ['icon-512.png', 512, icon(0.62, 22)],
  // The system cuts the corners of these two itself. Only the circle of 80% in the middle of a maskable icon is always visible.
  ['icon-maskable-512.png', 512, icon(0.5, 0)],
  ['apple-touch-icon.png', 180, icon(0.58, 0)],
] as const)
  await sharp(Buffer.from(svg), { density: 600 })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(root, 'web/public', name))
