/** Of a request line, which may also be absolute: 'GET http://host/path'. */
export const pathAndQuery = (url: string) => url.replace(/^[a-z]+:\/\/[^/?]*/i, '')
