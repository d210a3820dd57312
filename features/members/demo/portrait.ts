import type { Random } from '../../../scripts/demo/part.ts'

export type Look = 'long' | 'short' | 'scarf'

export type Tone = 'deep' | 'warm' | 'light'

/** Colours: background, face, shade of the face, hair, shirt. */
const schemes: Record<Tone, readonly (readonly [string, string, string, string, string])[]> = {
  deep: [
    ['#e9dfc9', '#8d5a3c', '#70442b', '#1d1614', '#c8202f'],
    ['#f6cdbf', '#6b4230', '#533021', '#17110f', '#e6b23c'],
    ['#c7d9d5', '#5b3a2c', '#44291e', '#0f0d0d', '#d97b4a'],
    ['#d9e7f2', '#7a4a33', '#5f3826', '#1a1312', '#2f6f5e'],
    ['#f2e3a2', '#825034', '#663c26', '#211615', '#5a3d7a'],
  ],
  warm: [
    ['#f3d9b1', '#c9714b', '#a85537', '#33231f', '#125a8b'],
    ['#cfe3cf', '#e7a57c', '#c9835b', '#2b2a33', '#5a3d7a'],
    ['#a9cfe2', '#b47a55', '#945f40', '#241a19', '#f7f5f0'],
    ['#f2e3a2', '#dd9a70', '#bb7a52', '#4a2a1a', '#7d3c4a'],
    ['#e3d5ea', '#d08f66', '#b0714b', '#1f1a1d', '#1c4a66'],
  ],
  light: [
    ['#bfe0ee', '#f0b792', '#d5926b', '#7a3b22', '#0b1d2e'],
    ['#dcd6ef', '#f3c6a5', '#dba27e', '#b5652b', '#2f6f5e'],
    ['#e8c9d3', '#f1bd98', '#d3966f', '#d8a24a', '#1c4a66'],
    ['#d4e4d0', '#f2c4a2', '#d79e78', '#4a3328', '#c8202f'],
    ['#f0e2c4', '#efb890', '#d1936a', '#2f2622', '#125a8b'],
  ],
}

const INK = '#2a1d18'
const HEAD = '<ellipse cx="48" cy="42" rx="16.5" ry="20.5"'

/** Hair behind and in front of the head. */
const hair: Record<Look, ((colour: string) => [behind: string, before: string])[]> = {
  long: [
    c => [
      `<path d="M25 44C22 12 74 12 71 44L74 76H22Z" fill="${c}"/>`,
      `<path d="M30.5 43C28 14 68 14 65.5 43 62 33 56 28 44 29 36 30 33 34 30.5 43Z" fill="${c}"/>`,
    ],
    c => [
      `<circle cx="48" cy="15" r="9" fill="${c}"/><path d="M30 46C26 14 70 14 66 46Z" fill="${c}"/>`,
      `<path d="M30.5 41C28 15 68 15 65.5 41 60 31 54 28 48 28S36 31 30.5 41Z" fill="${c}"/>`,
    ],
    c => [
      `<circle cx="48" cy="36" r="27" fill="${c}"/><circle cx="27" cy="48" r="11" fill="${c}"/><circle cx="69" cy="48" r="11" fill="${c}"/>`,
      `<path d="M30.5 40C28 14 68 14 65.5 40 58 29 38 29 30.5 40Z" fill="${c}"/>`,
    ],
    c => [
      `<path d="M27 60C22 14 74 14 69 60Z" fill="${c}"/>`,
      `<path d="M30.5 42C28 14 68 14 65.5 42L63 32Q48 37 33 32Z" fill="${c}"/>`,
    ],
    c => [
      `<path d="M29 46C24 12 72 12 67 46Z" fill="${c}"/><path d="M64 30C80 40 78 66 70 82 62 74 68 50 62 38Z" fill="${c}"/>`,
      `<path d="M30.5 41C28 14 68 14 65.5 40 54 36 46 32 42 28 40 33 35 36 30.5 41Z" fill="${c}"/>`,
    ],
  ],
  short: [
    c => [
      '',
      `<path d="M30 40C27 16 69 16 66 40 64 32 62 29 58 28 46 31 38 28 36 28 33 30 31 34 30 40Z" fill="${c}"/>`,
    ],
    c => ['', `<path d="M31 36C30 14 66 14 65 36 62 28 34 28 31 36Z" fill="${c}"/>`],
    c => [
      `<path d="M29 40C26 16 70 16 67 40Z" fill="${c}"/>`,
      `<path d="M30 38C26 14 60 10 68 24 68 30 66 34 65 38 62 30 50 32 40 26 36 28 32 32 30 38Z" fill="${c}"/>`,
    ],
    c => [
      `<circle cx="48" cy="28" r="20" fill="${c}"/>`,
      `<path d="M30.5 39C28 14 68 14 65.5 39 58 29 38 29 30.5 39Z" fill="${c}"/>`,
    ],
    () => ['', ''],
  ],
  scarf: [
    c => [
      `<path d="M24 46C18 8 78 8 72 46L78 84H18Z" fill="${c}"/>`,
      `<path d="M28 46C24 12 72 12 68 46 70 62 62 70 48 72 34 70 26 62 28 46ZM32 44C32 56 40 63 48 63S64 56 64 44 58 27 48 27 32 32 32 44Z" fill="${c}" fill-rule="evenodd"/>`,
    ],
  ],
}

const grounds = [
  (c: string) => `<circle cx="72" cy="24" r="15" fill="${c}" opacity=".28"/>`,
  (c: string) => `<path d="M0 78V52h9v-9h9v14h8V36h7v40ZM66 80V44h8V34h8v18h14v30Z" fill="${c}" opacity=".2"/>`,
  (c: string) => `<path d="M0 70q12-8 24 0t24 0 24 0 24 0V96H0Z" fill="${c}" opacity=".22"/>`,
  () => '',
]

/** A generated portrait; deterministic for a given random sequence. */
export function portrait(random: Random, look: Look, tone: Tone): string {
  const [ground, face, shade, dark, shirt] = random.pick(schemes[tone])
  const [behind, before] = random.pick(hair[look])(look === 'scarf' ? shirt : dark)
  const smile = 3 + random.below(4)
  const bearded = look === 'short' && random.chance(0.4)
  const parts = [
    `<rect width="96" height="96" fill="${ground}"/>`,
    random.pick(grounds)(shirt === '#f7f5f0' ? dark : shirt),
    behind,
    `<path d="M8 98C10 78 30 72 48 72S86 78 88 98Z" fill="${look === 'scarf' ? dark : shirt}"/>`,
    `<path d="M40 54h16v18q-8 9-16 0Z" fill="${shade}"/>`,
    look === 'scarf'
      ? ''
      : `<circle cx="31.5" cy="44" r="3.6" fill="${shade}"/><circle cx="64.5" cy="44" r="3.6" fill="${shade}"/>`,
    `${HEAD} fill="${face}"/>`,
    bearded ? beard(dark) : '',
    `<circle cx="41" cy="42" r="1.9" fill="${INK}"/><circle cx="55" cy="42" r="1.9" fill="${INK}"/>`,
    `<path d="M37.5 37q3.5-2.5 6.5-.5M52 36.500q3-2 6.5.5" stroke="${INK}" stroke-width="1.5" fill="none" stroke-linecap="round"/>`,
    `<path d="M48 42v6.500h-2" stroke="${shade}" stroke-width="1.6" fill="none" stroke-linecap="round"/>`,
    `<path d="M42.5 53q5.5 ${smile} 11 0" stroke="${bearded ? '#fffefb' : INK}" stroke-width="1.7" fill="none" stroke-linecap="round"/>`,
    before,
    random.chance(0.3) ? glasses(INK) : '',
    look === 'long' && random.chance(0.35)
      ? `<circle cx="31" cy="50" r="1.8" fill="${shirt}"/><circle cx="65" cy="50" r="1.8" fill="${shirt}"/>`
      : '',
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="384" height="384">${parts.join('')}</svg>`
}

const beard = (colour: string) =>
  `<path d="M31.5 44C32 66 41 65 48 65S64 66 64.5 44C62 52 58 51 48 50.5 38 51 34 52 31.5 44Z" fill="${colour}"/>`

const glasses = (colour: string) =>
  `<g fill="none" stroke="${colour}" stroke-width="1.4"><circle cx="41" cy="42" r="5.2"/><circle cx="55" cy="42" r="5.2"/><path d="M46.2 42h3.600M36 41l-4-1M60 41l4-1"/></g>`
