/** A bench that was killed leaves nobody behind. */
process.once('disconnect', () => process.exit())
