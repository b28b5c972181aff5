import { docsApi } from '../../contract/docs';
import { type Route, route } from '../mount';
import { openApi } from './openapi';

export const docsRoutes: Route[] = [route(docsApi.openapi, async () => openApi())];
