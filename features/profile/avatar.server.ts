import { randomBytes } from 'node:crypto'
import { Bytes, handle, type Request } from '../../server/endpoint.ts'
import { notFound } from '../../server/errors.ts'
import type { Files } from '../../server/files.ts'
import { AVATAR_MOST_BYTES, getPicture, PICTURES, pictureFiles, removeAvatar, saveAvatar } from './contract.ts'
import { holdMine, makeMine, mine, store } from './mine.ts'
import { makePictures } from './picture.ts'

const YEAR = 31_536_000

async function save({ tx, me, query, file, house: { files }, afterwards }: Request<typeof saveAvatar>) {
  const { large, small } = await makePictures(file, query)
  const url = `${PICTURES}${randomBytes(16).toString('base64url')}.webp`
  const [largeFile = '', smallFile = ''] = pictureFiles(url)
  try {
    await files.put(largeFile, large, 'image/webp')
    await files.put(smallFile, small, 'image/webp')
    if (me.profile_id === null) await makeMine(tx, me)
    await change({ tx, files, afterwards }, url)
  } catch (error) {
    await drop(files, url)
    throw error
  }
  return tx.json(mine)
}

async function remove({ tx, house: { files }, afterwards }: Request<typeof removeAvatar>) {
  await change({ tx, files, afterwards }, null)
  return tx.json(mine)
}

type Change = Pick<Request<typeof saveAvatar>, 'tx' | 'afterwards'> & { files: Files }

async function change({ tx, files, afterwards }: Change, url: string | null): Promise<void> {
  const stored = await holdMine(tx)
  await store(tx, { ...stored, avatar_url: url })
  const before = stored.avatar_url
  if (before) afterwards(() => drop(files, before))
}

const drop = (files: Files, url: string) => Promise.all(pictureFiles(url).map(name => files.remove(name)))

/** A name never comes to mean another picture, so the browser may keep it; nobody else may. */
async function read({ params, house: { files } }: Request<typeof getPicture>) {
  const found = await files.get(`avatars/${params.name}`)
  if (!found) throw notFound('This picture')
  return new Bytes(found.stream, {
    'content-type': 'image/webp',
    'content-length': found.size,
    'cache-control': `private, max-age=${YEAR}, immutable`,
  })
}

export default [
  handle(saveAvatar, save, { upload: { types: ['*'], maxBytes: AVATAR_MOST_BYTES } }),
  handle(removeAvatar, remove),
  handle(getPicture, read, { sendsFile: true }),
]
