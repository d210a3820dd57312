import { once } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** The parts of the driver's connection that COPY uses. */
type Connection = {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** Bytes that wait for the reader before the socket is paused. */
const MAX_WAITING_BYTES = 1024 * 1024

/** What both directions of COPY share: the driver calls these methods of a submitted query object. */
abstract class Copy {
  protected connection: Connection | undefined
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  submit(connection: Connection) {
    this.connection = connection
    connection.query(this.text)
  }
  handleRowDescription() {}
  handleDataRow() {}
  handleCommandComplete() {}
  handlePortalSuspended() {}
  handleEmptyQuery() {}
  handleCopyData(_: { chunk: Buffer }) {}
  handleCopyInResponse(connection: Connection) {
    connection.sendCopyFail('not expected')
  }
  abstract handleReadyForQuery(): void
  abstract handleError(error: Error): void
}

class CopyOut extends Copy {
  private waiting: Buffer[] = []
  private bytes = 0
  private isDone = false
  private failure: Error | undefined
  private wake = () => {}

  override handleCopyData({ chunk }: { chunk: Buffer }) {
    // A copy: the driver reuses the memory behind the chunk.
    this.waiting.push(Buffer.from(chunk))
    this.bytes += chunk.length
    if (this.bytes > MAX_WAITING_BYTES) this.connection?.stream.pause()
    this.wake()
  }
  handleReadyForQuery() {
    this.isDone = true
    this.wake()
  }
  handleError(error: Error) {
    this.failure = error
    this.wake()
  }

  async *chunks(): AsyncGenerator<Buffer> {
    try {
      while (true) {
        if (this.waiting.length > 0) {
          const taken = Buffer.concat(this.waiting)
          this.waiting = []
          this.bytes = 0
          this.connection?.stream.resume()
          yield taken
        } else if (this.failure) throw this.failure
        else if (this.isDone) return
        else
          await new Promise<void>(resolve => {
            this.wake = resolve
          })
      }
    } finally {
      // The reader stopped early: the rest of the rows cannot be skipped, so the connection ends.
      if (!this.isDone && !this.failure) this.connection?.stream.destroy()
    }
  }
}

class CopyIn extends Copy {
  private readonly source: AsyncIterable<Buffer>
  private sourceFailure: Error | undefined
  private hasEnded = false
  private settle: (failure?: Error) => void = () => {}
  readonly finished = new Promise<void>((resolve, reject) => {
    this.settle = failure => {
      this.hasEnded = true
      if (failure) reject(failure)
      else resolve()
    }
  })

  constructor(text: string, source: AsyncIterable<Buffer>) {
    super(text)
    this.source = source
  }

  override handleCopyInResponse(connection: Connection) {
    this.send(connection).catch(error => {
      this.sourceFailure = error as Error
      connection.sendCopyFail('the source failed')
    })
  }
  private async send(connection: Connection) {
    const { stream } = connection
    for await (const chunk of this.source) {
      // After an error PostgreSQL ignores the rest.
      if (this.hasEnded) return
      connection.sendCopyFromChunk(chunk)
      if (stream.writableNeedDrain && !stream.destroyed)
        await Promise.race([once(stream, 'drain'), this.finished]).catch(() => undefined)
    }
    if (!this.hasEnded) connection.endCopyFrom()
  }
  handleReadyForQuery() {
    this.settle()
  }
  handleError(error: Error) {
    this.settle(this.sourceFailure ?? error)
  }
}

/** `COPY … TO STDOUT` as a stream, with back-pressure. The client must not be in pipeline mode. */
export function copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer> {
  const copy = new CopyOut(text)
  client.query(copy as unknown as pg.Submittable)
  return copy.chunks()
}

/** `COPY … FROM STDIN` from a stream, with back-pressure. An error of the source ends the statement and is thrown. */
export function copyIn(client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<void> {
  const copy = new CopyIn(text, source)
  client.query(copy as unknown as pg.Submittable)
  return copy.finished
}
