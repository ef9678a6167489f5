/** The last part of a name with dots: `b` of `a.b`. */
export const lastOf = (dotted: string): string => dotted.slice(dotted.lastIndexOf('.') + 1);
