/** Ends this process when the bench has been killed. */
process.once('disconnect', () => process.exit())
