import { randomUUID } from 'node:crypto'
import { connect } from 'node:tls'
import type { Config } from '../../server/config.ts'
import { openFiles } from '../../server/files/files.ts'
import { openTransport } from '../../server/mail/mail.ts'
import { type Finding, MAX_CLOCK_SECONDS, ok, problem, warning } from './finding.ts'

const TIMEOUT_MS = 10_000
const CERTIFICATE_DAYS = 14
const DAY_MS = 24 * 60 * 60 * 1000

/** Signs in at the mail server without sending anything. */
export async function checkMail({ smtpUrl, mailFrom }: Config): Promise<Finding[]> {
  if (!smtpUrl)
    return [
      warning(
        'Mail: SMTP_URL is not set. Mails wait in the outbox, and members get none about notifications.',
        'Set SMTP_URL and MAIL_FROM.',
      ),
    ]
  const { host } = new URL(smtpUrl)
  const transport = await openTransport(smtpUrl, TIMEOUT_MS)
  try {
    await transport.verify()
    const found = [ok(`Mail: ${host} accepts us; mails are from ${mailFrom}.`)]
    if (mailFrom.includes('@localhost'))
      found.push(
        warning(
          'MAIL_FROM ends with @localhost: most mail servers refuse that.',
          'Set MAIL_FROM to an address of your domain.',
        ),
      )
    return found
  } catch (error) {
    return [
      problem(
        `The mail server ${host} does not accept us: ${(error as Error).message}`,
        'Check host, port, user and password of SMTP_URL (smtps:// for port 465), and whether a firewall blocks the port.',
      ),
    ]
  } finally {
    transport.close()
  }
}

/** Stores, reads and removes a small file. */
export async function checkFiles(config: Config): Promise<Finding[]> {
  if (!config.s3) return []
  const files = openFiles(config)
  const name = `probe/${randomUUID()}.txt`
  try {
    await files.put(name, Buffer.from('probe'), 'text/plain')
    const size = await files.size(name)
    await files.remove(name)
    if (size === 5) return [ok(`Files: the bucket ${config.s3.bucket} stores, returns and removes them.`)]
  } catch {
    // All errors of the bucket have the same remedy.
  }
  return [
    problem(
      `The bucket ${config.s3.bucket} does not store a file.`,
      'Check S3_ENDPOINT, S3_BUCKET, S3_REGION and the keys: they must allow PUT, GET, HEAD and DELETE.',
    ),
  ]
}

/** The address that members use, seen from here: our server, its clock, its certificate. */
export async function checkAddress({ publicUrl, isHttps }: Config): Promise<Finding[]> {
  const found = isHttps ? [await checkCertificate(new URL(publicUrl))] : []
  let answer: Response
  try {
    answer = await fetch(`${publicUrl}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch {
    return [
      ...found,
      warning(
        `${publicUrl} does not answer from this machine.`,
        'If the server is running, check PUBLIC_URL and the proxy. Otherwise start it: npm start.',
      ),
    ]
  }
  if (answer.status !== 200 || !(await answer.text()).includes('"ok":true'))
    return [
      ...found,
      problem(
        `${publicUrl}/healthz answers ${answer.status}, but not as this server does.`,
        'Check PUBLIC_URL, and where the proxy sends requests.',
      ),
    ]
  const date = Date.parse(answer.headers.get('date') ?? '')
  const seconds = Math.round(Math.abs(date - Date.now()) / 1000)
  return [
    ...found,
    seconds > MAX_CLOCK_SECONDS
      ? problem(
          `The clocks of this machine and of ${publicUrl} differ by ${seconds} seconds.`,
          'Synchronise both clocks (NTP).',
        )
      : ok(`Address: ${publicUrl} answers, and its clock agrees with ours.`),
  ]
}

function checkCertificate({ hostname, port }: URL): Promise<Finding> {
  return new Promise(resolve => {
    const remedy = 'Renew it, and see that the proxy uses the whole chain and that renewal runs by itself.'
    // The check reports an invalid certificate instead of failing with an error.
    const socket = connect({
      host: hostname,
      port: Number(port) || 443,
      servername: hostname,
      rejectUnauthorized: false,
    })
    const done = (finding: Finding) => {
      socket.destroy()
      resolve(finding)
    }
    socket.setTimeout(TIMEOUT_MS, () =>
      done(warning(`${hostname} does not answer in time.`, 'Check PUBLIC_URL and the proxy.')),
    )
    socket.once('error', error =>
      done(problem(`No secure connection to ${hostname}: ${error.message}`, 'Check PUBLIC_URL and the proxy.')),
    )
    socket.once('secureConnect', () => {
      const end = new Date(socket.getPeerCertificate().valid_to)
      const days = Math.floor((end.getTime() - Date.now()) / DAY_MS)
      if (!socket.authorized)
        done(problem(`Browsers refuse the certificate of ${hostname}: ${socket.authorizationError}`, remedy))
      else if (days < CERTIFICATE_DAYS) done(warning(`The certificate of ${hostname} ends in ${days} days.`, remedy))
      else done(ok(`Certificate: of ${hostname}, valid for ${days} more days.`))
    })
  })
}
