import fc from 'fast-check'

// Property tests try the same cases each time, so that a change is judged by itself alone. Others are tried with
// another seed: SEED=7 npm test
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) })
