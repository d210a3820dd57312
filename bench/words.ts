/** SQL for generated rows, numbered `i`: pseudo-random, but the same in every run. */

export const any = (options: string, salt: string) =>
  `(${options})[1 + abs(hashtext(i || ${salt})) % cardinality(${options})]`

const starts = `array['Bran','Car','Del','Fen','Gor','Hal','Kes','Lind','Mor','Nor','Os','Pel','Ros','Sten','Tor','Vel']`
const ends = `array['berg','dale','field','ford','gate','holm','land','ley','man','mere','ridge','sen','stone','ton','well','wick']`
export const word = (salt: string) => `${any(starts, salt)} || ${any(ends, `${salt} || 'x'`)}`

/** One of 1,000 long texts, generated once because generating is slower than storing. */
export const text = '(select text from texts where k = i % 1000)'
export const makeTexts = `
  create temporary table texts as select k, (select string_agg(lower(${word(`'-' || k`)}), ' ') from generate_series(1, 40) i) as text
    from generate_series(0, 999) k;
  create index on texts (k); analyze texts`

/** The number of rows with a rare word, the same in every community, so that a search for it returns the same number of rows. */
export const RARE = 10
export const rare = `case when i <= ${RARE} then ' zeppelin' else '' end`

/** Requests come from the first ASKERS members, and the rows belong to 500 others: replies about own rows are longer. */
export const ASKERS = 64
export const writer = `${ASKERS + 1} + i % 500`
export const writerAccount = `(select user_id from profiles where id = ${writer})`
