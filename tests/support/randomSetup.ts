import fc from 'fast-check';

// Results are reproducible; SEED=… tries other random values.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1446) });
