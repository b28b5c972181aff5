import fc from 'fast-check';

// A run must say of the same sources always the same; RANDOM_SEED=… looks further.
fc.configureGlobal({ seed: Number(process.env['RANDOM_SEED'] ?? 1446) });
