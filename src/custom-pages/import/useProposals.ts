import { useRef, useState } from 'react';
import { defaultCountry, type ImportType } from '../../../contract/vocabulary';
import { useSession } from '../../dataProvider/session';
import { useApi } from '../../dataProvider/useApi';
import { useInstitute } from '../../dataProvider/useInstitute';
import { type Catalogue, emptyCatalogue, loadCatalogue } from '../../features/import/catalogue';
import { loadRememberedFields } from '../../features/import/matching';
import { chooseHeader, withGroupHeads } from './fields';
import { createSubjectCounter, type Mapping, type MappingContext, proposeMapping } from './mapping';
import type { ReadableSheet } from './ImportWorker';
import type { RemoteImportWorker } from './useImportWorker';

export interface ProposalOptions extends Pick<MappingContext, 'fileName' | 'usesRemembered'> {
  /** True: the sheet gets the header line that matches best. */
  choosesHeader?: boolean;
}

/** Proposes the mapping of a sheet with the help of the stored batches and subjects. */
export function useProposals(getWorker: () => RemoteImportWorker) {
  const api = useApi();
  const userId = useSession()?.user.id ?? 0;
  const institute = useInstitute();
  const [isMatching, setIsMatching] = useState(false);
  const catalogues = useRef(new Map<ImportType, Promise<Catalogue>>());
  const lastCall = useRef(0);

  const load = async (type: ImportType): Promise<Catalogue> => {
    const catalogue = catalogues.current.get(type) ?? loadCatalogue(api, type);
    catalogues.current.set(type, catalogue);
    const loaded = await catalogue;
    // The next file tries again after a failure.
    if (loaded === emptyCatalogue) catalogues.current.delete(type);
    return loaded;
  };
  /** A file can be opened before the settings are loaded. */
  const loadCountry = async (): Promise<string> => {
    const { data } =
      institute.data === undefined ? await institute.refetch({ cancelRefetch: false }) : institute;
    return data?.country ?? defaultCountry;
  };
  /** Null if a later call has started in the meantime, because the user chose another sheet or header. */
  const propose = async (
    type: ImportType,
    sheetIndex: number,
    sheet: ReadableSheet,
    { choosesHeader = false, ...options }: ProposalOptions,
  ): Promise<Mapping | null> => {
    lastCall.current += 1;
    const callNumber = lastCall.current;
    setIsMatching(true);
    try {
      const [catalogue, country] = await Promise.all([load(type), loadCountry()]);
      const context = { userId, getWorker, api, catalogue, country, ...options };
      const isRemembered = (header: readonly string[]) => loadRememberedFields(userId, type, header) !== null;
      const headed = choosesHeader
        ? chooseHeader(type, sheet, isRemembered, createSubjectCounter(catalogue))
        : sheet;
      const mapping = await proposeMapping(type, sheetIndex, headed, context);
      return callNumber === lastCall.current ? mapping : null;
    } finally {
      if (callNumber === lastCall.current) setIsMatching(false);
    }
  };
  return { isMatching, propose };
}

export type Proposals = ReturnType<typeof useProposals>;

export const joinHeader = (type: ImportType, sheet: ReadableSheet, catalogue: Catalogue): ReadableSheet =>
  withGroupHeads(type, sheet, createSubjectCounter(catalogue));
