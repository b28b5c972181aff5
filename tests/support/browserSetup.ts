import { bundlePrograms } from './programs';

/** Bundles the programs of the workers once. */
export default async function prepare(): Promise<() => void> {
  const { folder, discard } = await bundlePrograms();
  process.env['TEST_PROGRAMS'] = folder;
  return discard;
}
