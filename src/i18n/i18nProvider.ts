import polyglotI18nProvider from 'ra-i18n-polyglot';
import { ar } from './ar';

export const i18nProvider = polyglotI18nProvider(() => ar, 'ar', [{ locale: 'ar', name: 'العربية' }], {
  allowMissing: true,
});
