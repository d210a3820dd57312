import type { Piece } from './sentence.ts'

export const Sentence = ({ pieces }: { pieces: Piece[] }) =>
  pieces.map((piece, at) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no other identity.
      <bdi key={at} className="font-medium">
        {piece.by}
      </bdi>
    ),
  )
