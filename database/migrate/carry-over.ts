import type pg from 'pg'
import type { Step } from './migrate.ts'
export async function carryOver(_owner: pg.Client, _steps: Step[]): Promise<void> {}
