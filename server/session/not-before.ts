/** Gives the result after so many milliseconds, not earlier: how long the work took then does not tell which way it went. */
export async function notBefore<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, new Promise(resolve => setTimeout(resolve, milliseconds))])
  return result
}
