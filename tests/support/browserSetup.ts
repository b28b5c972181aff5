import { bundlePrograms } from './programs';

export default async function prepare(): Promise<() => void> {
  const { folder, discard } = await bundlePrograms();
  process.env['TEST_PROGRAMS'] = folder;
  return discard;
}
