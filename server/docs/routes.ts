import { docsApi } from '../../contract/docs';
import { type Route, route } from '../mount';
import { openApi } from './openapi';

// Made from every schema, which takes as long as a hundred calls, and anybody may ask for it.
let made: ReturnType<typeof openApi> | undefined;

export const docsRoutes: Route[] = [route(docsApi.openapi, async () => (made ??= openApi()))];
