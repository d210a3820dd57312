import { createServer, type Socket } from 'node:net'

/** `to` is the header; `envelope` has the accepted addresses of MAIL FROM and RCPT TO. */
export type Letter = {
  text: string
  to: string
  messageId: string
  envelope: { from: string; to: string[] }
  taken: boolean
}

/**
 * A minimal SMTP server. `answer` returns the reply to the nth mail, as a promise if it is to wait; `answerRecipient` that to a recipient.
 */
export async function startSmtpServer(
  answer: (letter: Letter, nth: number) => Promise<string> | string = () => '250 taken',
  answerRecipient: (address: string) => string = () => '250 yes',
) {
  const letters: Letter[] = []
  const smtp = createServer((socket: Socket) => {
    let text: string | null = null
    let envelope = { from: '', to: [] as string[] }
    /** nodemailer sends one command at a time to a server that does not offer PIPELINING. */
    const replyTo = (command: string): string => {
      const [, verb, address = ''] = /^(MAIL FROM|RCPT TO|DATA)(?::<(.*?)>)?/i.exec(command) ?? []
      if (verb === 'MAIL FROM') envelope = { from: address, to: [] }
      if (verb === 'DATA') return '354 go on'
      if (verb !== 'RCPT TO') return '250 yes'
      const reply = answerRecipient(address)
      if (reply.startsWith('250')) envelope.to.push(address)
      return reply
    }
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    socket.on('data', async chunk => {
      if (text === null) {
        const reply = replyTo(String(chunk))
        if (reply.startsWith('354')) text = ''
        socket.write(`${reply}\r\n`)
        return
      }
      text += chunk
      if (!text.endsWith('\r\n.\r\n')) return
      const header = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'im').exec(text ?? '')?.[1] ?? ''
      const letter = { text, to: header('To'), messageId: header('Message-ID'), envelope, taken: false }
      letters.push(letter)
      text = null
      const reply = await answer(letter, letters.length)
      letter.taken = reply.startsWith('250')
      socket.write(`${reply}\r\n`)
    })
  })
  await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', resolve))
  return {
    /** All mails that arrived completely, accepted or not. */
    letters,
    taken: () => letters.filter(letter => letter.taken).length,
    url: `smtp://127.0.0.1:${(smtp.address() as { port: number }).port}`,
    close: () => void smtp.close(),
  }
}
