import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { isPublic, lookUpPublic, pushAddressOf } from './addresses.ts'

const hosts = readConfig({}).pushHosts

test('the push services of the known browsers are accepted', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-by3p.notify.windows.com/w/?token=abc',
  ])
    expect(pushAddressOf(endpoint, hosts)).toMatchObject({ isNamed: false })
})

test('everything else is refused: other schemes, hosts, ports and spellings', () => {
  for (const endpoint of [
    '',
    'fcm.googleapis.com/send',
    'http://fcm.googleapis.com/send',
    'ftp://fcm.googleapis.com/send',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://fcm.googleapis.com:8443/send',
    'https://fcm.googleapis.com./send',
    'https://fcm.googleapis.com.evil.example/send',
    'https://evil.example/fcm.googleapis.com',
    'https://evilfcm.googleapis.com/send',
    'https://push.apple.com.evil.example/',
    'https://evilpush.apple.com/',
    'https://notify.windows.com/',
    'https://user@fcm.googleapis.com/send',
    'https://fcm.googleapis.com@evil.example/send',
    'https://fcm.googleapis.com/send#part',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/',
    'https://metadata.google.internal/',
  ])
    expect([endpoint, pushAddressOf(endpoint, hosts)]).toEqual([endpoint, null])
})

test('the parsed address is used, not its spelling', () => {
  const address = pushAddressOf('HTTPS://fcm.googleapis.com\\@evil.example/send', hosts)
  expect(address?.url.href).toBe('https://fcm.googleapis.com/@evil.example/send')
})

test('a push service of one’s own is named with its origin, and nothing else there is accepted', () => {
  const own = ['http://127.0.0.1:4711', 'https://push.example.com:8443']
  expect(pushAddressOf('http://127.0.0.1:4711/send', own)).toMatchObject({ isNamed: true })
  expect(pushAddressOf('https://push.example.com:8443/send', own)).toMatchObject({ isNamed: true })
  for (const endpoint of ['http://127.0.0.1:4712/', 'https://127.0.0.1:4711/', 'https://push.example.com/'])
    expect(pushAddressOf(endpoint, own)).toBeNull()
})

test('PUSH_HOSTS takes hosts and origins, or off', () => {
  expect(readConfig({ PUSH_HOSTS: 'off' }).pushHosts).toEqual([])
  expect(readConfig({ PUSH_HOSTS: ' a.example , *.b.example,http://localhost:9' }).pushHosts).toEqual([
    'a.example',
    '*.b.example',
    'http://localhost:9',
  ])
  for (const text of ['*', '*.com/', 'http://push.example.com', '10.0.0.1', 'a.example/path', 'off,a.example'])
    expect(() => readConfig({ PUSH_HOSTS: text })).toThrow('PUSH_HOSTS')
})

test('private, local and special addresses are not public', () => {
  for (const address of [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    'fc00::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '2001:db8::1',
    '2002:a00:1::',
    'nonsense',
  ])
    expect([address, isPublic(address)]).toEqual([address, false])
  for (const address of ['8.8.8.8', '172.32.0.1', '142.250.1.95', '2a00:1450:4001:82a::200a', '2600:1901::1'])
    expect([address, isPublic(address)]).toEqual([address, true])
})

test('a name with a private address is not connected to', async () => {
  for (const all of [true, false]) {
    const error = await new Promise<Error | null>(done => lookUpPublic('localhost', { all }, found => done(found)))
    expect(error?.message).toBe('localhost has a private address')
  }
})
