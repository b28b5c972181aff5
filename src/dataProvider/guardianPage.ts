import type { BodyInputOf } from '../../contract/endpoint';
import { guardianLinksApi } from '../../contract/families/guardianLinks';
import { type GuardianSlipsRequest, papersApi } from '../../contract/reports/papers';
import { call } from './apiCall';
import { downloadFile } from './reports';
import { nullIfUnsupported } from './serverFeatures';

const idParams = (id: number) => ({ params: { id: String(id) } });

export const guardianPage = {
  makeGuardianLink: (guardianId: number) => call(guardianLinksApi.make, idParams(guardianId)),
  revokeGuardianLink: (guardianId: number) => call(guardianLinksApi.revoke, idParams(guardianId)),
  /** Null if the server has no private pages. */
  guardianLinkCounts: (batchId: number) =>
    nullIfUnsupported(guardianLinksApi.counts.path, () => call(guardianLinksApi.counts, idParams(batchId))),
  makeGuardianLinks: (body: BodyInputOf<typeof guardianLinksApi.makeMany>) =>
    call(guardianLinksApi.makeMany, { body }),
  /** Null if the server makes no PDFs. */
  guardianSlips: (links: GuardianSlipsRequest['links']) =>
    nullIfUnsupported(papersApi.make.path, () =>
      downloadFile(papersApi.make, {}, { type: 'guardian-slips', links }),
    ),
};
