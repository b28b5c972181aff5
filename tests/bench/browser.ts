export async function measureBrowser(_a: string, _b: unknown): Promise<void> {}
