/** The folder of a file with the slash behind it; nothing for one that lies at the top. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
