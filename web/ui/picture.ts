/** The address of the 96-pixel version of an uploaded picture (384 pixels), for cards and lists. Other addresses are returned unchanged. */
export const smallPicture = (src: string) => src.replace(/^(\/api\/files\/[\w-]{22})\.webp$/, '$1-96.webp')
