import fc from 'fast-check';

// A fixed seed makes results reproducible; SEED=… tries other random values.
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1446) });
