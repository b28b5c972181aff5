import fc from 'fast-check';

// The same sources must always give the same result; RANDOM_SEED=… tries other random values.
fc.configureGlobal({ seed: Number(process.env['RANDOM_SEED'] ?? 1446) });
