import { expect, test } from 'vitest'
import { changesToSend, isOlder, isSaved, knownFields, rebase } from './typed.ts'

const values = { title: 'Demo day', location: 'mHUB', stage: ['Seed'] }
const over = { values, version: 3 }

test('sends only changed fields, and ignores blanks around texts and the order of lists', () => {
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

test('compares normalised values', () => {
  const shout = (now: typeof values) => ({ ...now, title: now.title.toUpperCase() })
  expect(changesToSend({ over, changes: { title: 'demo DAY' } }, shout)).toEqual({})
  expect(changesToSend({ over, changes: { title: 'Night' } }, shout)).toEqual({ title: 'NIGHT' })
})

test('rebases changes to an older version onto the saved row', () => {
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

test('recognises a draft whose values are already saved', () => {
  expect(
    isSaved({ over, changes: { title: 'Demo night' } }, { values: { ...values, title: 'Demo night' }, version: 4 }),
  ).toBe(true)
  expect(isSaved({ over, changes: { title: 'Demo night' } }, over)).toBe(false)
})

test('ignores fields of a draft that an earlier release stored under another name', () => {
  expect(knownFields({ title: 'Demo night', place: 'Loop' } as object, values)).toEqual({ title: 'Demo night' })
})
