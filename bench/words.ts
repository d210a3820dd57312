/** SQL for made-up rows, numbered `i`: by chance, but the same chance every time. */

export const any = (options: string, salt: string) =>
  `(${options})[1 + abs(hashtext(i || ${salt})) % cardinality(${options})]`

const starts = `array['Bran','Car','Del','Fen','Gor','Hal','Kes','Lind','Mor','Nor','Os','Pel','Ros','Sten','Tor','Vel']`
const ends = `array['berg','dale','field','ford','gate','holm','land','ley','man','mere','ridge','sen','stone','ton','well','wick']`
export const word = (salt: string) => `${any(starts, salt)} || ${any(ends, `${salt} || 'x'`)}`

/** A long text: of a thousand that are made once, since making them takes longer than storing them. */
export const text = '(select text from texts where k = i % 1000)'
export const makeTexts = `
  create temporary table texts as select k, (select string_agg(lower(${word(`'-' || k`)}), ' ') from generate_series(1, 40) i) as text
    from generate_series(0, 999) k;
  create index on texts (k); analyze texts`

/** So many rows have a word that no other has, however many there are: a search for it has the same answer in every community. */
export const RARE = 10
export const rare = `case when i <= ${RARE} then ' zeppelin' else '' end`

/** Members that do not ask themselves: who asks about their own gets a longer answer. The first of them, and how many are used. */
export const ASKERS = 64
export const writer = `${ASKERS + 1} + i % 500`
export const writerAccount = `(select user_id from profiles where id = ${writer})`
