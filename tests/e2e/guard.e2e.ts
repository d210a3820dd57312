import { memberPages } from '../../contract/pages.ts'
import { expect, test } from './fixtures.ts'

const address = (page: string) => page.replace(/:\w+/, '1')

test('NAV-08 first look', async ({ ada }) => {
  await ada.opens('/')
  await ada.seesHeading('Welcome, Ada Osei!')
})
for (const page of memberPages)
  test(`${page} without a session leads to /auth`, async ({ visitor }) => {
    await visitor.opens(address(page))
    await visitor.isAt('/auth')
    await expect(visitor.page.getByRole('tab', { name: 'Login' })).toBeVisible()
  })
