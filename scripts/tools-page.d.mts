/** Where the page is kept. */
export const PAGE: string;
/** The page as the registry has it now. */
export function toolsPage(): string;
