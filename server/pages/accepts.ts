/** Whether an Accept-Encoding header takes this encoding: `br;q=0` does not. */
export const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some(one => {
    const [name = '', ...parameters] = one.split(';').map(part => part.trim().toLowerCase())
    return name === encoding && !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter))
  })
