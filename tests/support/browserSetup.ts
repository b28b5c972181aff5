import { bundlePrograms } from './programs';

/** Bundles once what the workers start. */
export default async function prepare(): Promise<() => void> {
  const { folder, discard } = await bundlePrograms();
  process.env['TEST_PROGRAMS'] = folder;
  return discard;
}
