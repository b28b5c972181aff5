import fc from 'fast-check';

// The same sources must always give the same result; SEED=… tries other random values.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1446) });
