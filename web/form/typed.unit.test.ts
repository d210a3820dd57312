import { expect, test } from 'vitest'
import { changesToSend, isOlder, isSaved, rebase } from './typed.ts'

const values = { title: 'Demo day', location: 'mHUB', stage: ['Seed'] }
const over = { values, version: 3 }

test('only changed fields are sent; blanks around a text, and another order of a list, are no change', () => {
  expect(changesToSend({ over, changes: { title: ' Demo day ', location: 'Loop ' } })).toEqual({ location: 'Loop' })
  expect(
    changesToSend({
      over: { values: { ...values, stage: ['Seed', 'Growth'] }, version: 3 },
      changes: { stage: ['Growth', 'Seed'] },
    }),
  ).toEqual({})
  // Stored with blanks by somebody else: not my change.
  expect(changesToSend({ over: { values: { ...values, title: ' Demo' }, version: 3 }, changes: {} })).toEqual({})
})

test('how a form writes its fields decides what is sent', () => {
  const shout = (now: typeof values) => ({ ...now, title: now.title.toUpperCase() })
  expect(changesToSend({ over, changes: { title: 'demo DAY' } }, shout)).toEqual({})
  expect(changesToSend({ over, changes: { title: 'Night' } }, shout)).toEqual({ title: 'NIGHT' })
})

test('what was typed over an older version becomes changes of the one that is saved now', () => {
  const now = { values: { ...values, location: 'Pilsen', stage: [] as string[] }, version: 5 }
  const typed = { over, changes: { title: 'Demo night', location: 'Loop' } }
  expect(isOlder(typed, now)).toBe(true)
  expect(rebase(now, typed)).toEqual({
    next: { over: now, changes: { title: 'Demo night', location: 'Loop' } },
    changes: [
      { field: 'location', theirs: 'Pilsen', isDisputed: true },
      { field: 'stage', theirs: [], isDisputed: false },
    ],
  })
})

test('a draft that says what is saved already is of no use', () => {
  expect(
    isSaved({ over, changes: { title: 'Demo night' } }, { values: { ...values, title: 'Demo night' }, version: 4 }),
  ).toBe(true)
  expect(isSaved({ over, changes: { title: 'Demo night' } }, over)).toBe(false)
})
