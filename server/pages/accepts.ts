/** Whether an Accept-Encoding header accepts this encoding (`br;q=0` does not). */
export const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some(entry => {
    const [name = '', ...parameters] = entry.split(';').map(part => part.trim().toLowerCase())
    return name === encoding && !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter))
  })
