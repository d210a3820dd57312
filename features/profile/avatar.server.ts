import { randomBytes } from 'node:crypto'
import { sql } from '../../database/connection/sql.ts'
import type { Files } from '../../server/files/files.ts'
import { writeWithFiles } from '../../server/files/write-with-files.ts'
import { type AccountRequest, Bytes, handleAsServer, type WriteRequest, write } from '../../server/request/endpoint.ts'
import { notFound } from '../../server/request/errors.ts'
import { AVATAR_MOST_BYTES, getPicture, PICTURES, pictureFiles, removeAvatar, saveAvatar } from './contract.ts'
import { lockMine, makeMine, mine, type Stored, store, updateOf } from './mine.ts'
import { makePictures } from './picture.ts'

const YEAR_SECONDS = 31_536_000

async function save({ me, query, file, http, services }: AccountRequest<typeof saveAvatar>) {
  const { large, small } = await makePictures(file, query, me.user_id)
  const url = `${PICTURES}${randomBytes(16).toString('base64url')}.webp`
  const [largeFile = '', smallFile = ''] = pictureFiles(url)
  const type = 'image/webp'
  const files = [
    { name: largeFile, bytes: large, type },
    { name: smallFile, bytes: small, type },
  ]
  const { before, profile } = await writeWithFiles(services, http, files, async (tx, me) => {
    if (me.profile_id === null) await makeMine(tx, me)
    const before = await lockMine(tx)
    await store(tx, before, { avatar_url: url })
    return { before, profile: await tx.json(mine) }
  })
  await drop(services.files, before.avatar_url).catch(error =>
    http.log.error({ err: error }, 'could not remove an old picture'),
  )
  return profile
}

const remove = write(
  removeAvatar,
  ({ before, services: { files }, afterwards }: WriteRequest<typeof removeAvatar, Stored>) => {
    afterwards(() => drop(files, before.avatar_url))
    return [updateOf(before, { avatar_url: null }), mine]
  },
  { on: () => sql`profiles r where r.user_id = me()`, before: sql`r.*` },
)

const drop = (files: Files, url: string | null) => Promise.all(pictureFiles(url).map(name => files.remove(name)))

/** A name is never reused for another picture, so the browser may cache it forever; shared caches may not. */
async function read({ params, http, services: { files } }: AccountRequest<typeof getPicture>) {
  const name = `avatars/${params.name}`
  const etag = `"${params.name}"`
  const found = http.needsBody(etag) ? await files.get(name) : null
  const size = found?.size ?? (await files.size(name))
  if (size === null) throw notFound('This picture')
  return new Bytes(found?.stream ?? Buffer.alloc(0), {
    'content-type': 'image/webp',
    'content-length': size,
    'cache-control': `private, max-age=${YEAR_SECONDS}, immutable`,
    etag,
  })
}

export default [
  handleAsServer(saveAvatar, save, { upload: { types: ['*'], maxBytes: AVATAR_MOST_BYTES } }),
  remove,
  // Without a transaction: holds no database connection while reading from the file store.
  handleAsServer(getPicture, read, { sendsFile: true, answersHead: true }),
]
