/** Stops in order when the process is told to end; whatever still runs after ten seconds is cut off. */
export function stopOnSignal(stop: () => Promise<void>, log: (error: unknown, message: string) => void): void {
  // A promise that nobody waits for has failed: our mistake, and worth a line in the log, but no reason to stop working for everybody.
  process.on('unhandledRejection', error => log(error, 'unhandled promise rejection'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      setTimeout(() => process.exit(1), 10_000).unref()
      stop().then(
        () => process.exit(0),
        error => {
          log(error, 'could not stop in order')
          process.exit(1)
        },
      )
    })
}
