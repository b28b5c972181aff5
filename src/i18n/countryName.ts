const regionNames = new Intl.DisplayNames('ar', { type: 'region' });

/** @param country ISO code */
export const countryName = (country: string): string => regionNames.of(country) ?? country;
