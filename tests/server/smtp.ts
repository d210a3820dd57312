import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type Letter = { text: string; to: string; messageId: string; taken: boolean }

/** A minimal SMTP server. `answer` returns the reply to the nth mail, as a promise if it is to wait. */
export async function smtpServer(
  answer: (letter: Letter, nth: number) => Promise<string> | string = () => '250 taken',
) {
  const letters: Letter[] = []
  const smtp = createServer((socket: Socket) => {
    let text: string | null = null
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    socket.on('data', async chunk => {
      if (text === null) {
        const isData = /^DATA/i.test(String(chunk))
        if (isData) text = ''
        socket.write(isData ? '354 go on\r\n' : '250 yes\r\n')
        return
      }
      text += chunk
      if (!text.endsWith('\r\n.\r\n')) return
      const header = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'im').exec(text ?? '')?.[1] ?? ''
      const letter = { text, to: header('To'), messageId: header('Message-ID'), taken: false }
      letters.push(letter)
      text = null
      const reply = await answer(letter, letters.length)
      letter.taken = reply.startsWith('250')
      socket.write(`${reply}\r\n`)
    })
  })
  await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void smtp.close())
  return {
    /** All mails that arrived completely, accepted or not. */
    letters,
    taken: () => letters.filter(letter => letter.taken).length,
    url: `smtp://127.0.0.1:${(smtp.address() as { port: number }).port}`,
  }
}
