/** Against timing attacks: delays the result of `work` to at least this time, so that the duration does not reveal the outcome. */
export async function notBefore<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, new Promise(resolve => setTimeout(resolve, milliseconds))])
  return result
}
