import { docsApi } from '../../contract/system';
import type { Route } from '../mount';
import { openApi } from './openapi';

// Made from every schema, which takes as long as a hundred calls, and anybody may ask for it; as bytes it is the same
// ones for all who take it slowly.
let made: Buffer | undefined;

export const docsRoutes: Route[] = [
  {
    endpoint: docsApi.openapi,
    async answer(_call, _request, reply) {
      void reply.type('application/json; charset=utf-8');
      return (made ??= Buffer.from(JSON.stringify(docsApi.openapi.response.parse(openApi()))));
    },
  },
];
