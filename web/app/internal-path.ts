/** Whether a return path stays on this site (no open redirect): '//elsewhere' and '/\elsewhere' would leave it. */
export const isInternalPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path)
