/** Graceful shutdown on SIGINT and SIGTERM. Exits after ten seconds even if something still runs. */
export function stopOnSignal(stop: () => Promise<void>, log: (error: unknown, message: string) => void): void {
  // An unhandled rejection is a bug of ours: log it, but keep serving.
  process.on('unhandledRejection', error => log(error, 'unhandled promise rejection'))
  let stopping: Promise<void> | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      setTimeout(() => process.exit(1), 10_000).unref()
      // npm forwards a signal that the terminal has already sent to this process.
      stopping ??= stop()
      stopping.then(
        () => process.exit(0),
        error => {
          log(error, 'graceful shutdown failed')
          process.exit(1)
        },
      )
    })
}
