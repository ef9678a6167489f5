/** Methods that the standard library asks of whatever object it is given. */
const OF_STANDARD_LIBRARY: ReadonlySet<string> = new Set(
  // Files, of `print(file=…)`, `json.load`, `csv.writer`, `select` and the like.
  (
    'read readline readlines readinto readable write writelines writable seek seekable tell flush close closed ' +
    'fileno isatty truncate getvalue encoding errors mode name ' +
    // Mappings, of `dict(…)` and `**`; sequences and sets.
    'keys values items get update copy pop append extend add discard index count send throw ' +
    // Logging.
    'emit filter format handle acquire release createLock setLevel setFormatter formatTime formatException ' +
    // What runs beside others.
    'run start join cancel done result set_result set_exception submit shutdown map put task_done wait notify ' +
    'connection_made connection_lost data_received eof_received buffer_updated get_buffer pause_writing ' +
    'resume_writing datagram_received error_received ' +
    // Imports, dates, numbers, servers, parsers.
    'find_spec find_module load_module create_module exec_module get_data get_code get_source is_package ' +
    'utcoffset dst tzname fromutc isoformat as_integer_ratio numerator denominator conjugate ' +
    'default encode decode feed start_element end_element data comment pi doctype ' +
    // Aggregates of SQLite, handlers of SAX, policies of cookies, formatters of help, results and checkers of tests.
    'step finalize inverse value startDocument endDocument startElement endElement startElementNS endElementNS ' +
    'startPrefixMapping endPrefixMapping characters ignorableWhitespace processingInstruction skippedEntity ' +
    'setDocumentLocator resolveEntity fatalError error warning set_ok return_ok domain_return_ok path_return_ok ' +
    'start_section end_section add_text add_usage add_argument add_arguments format_help startTest stopTest ' +
    'startTestRun stopTestRun addSuccess addError addFailure addSkip addExpectedFailure addUnexpectedSuccess ' +
    'addSubTest wasSuccessful stop check_output output_difference persistent_id persistent_load reducer_override ' +
    '_dispatch _listMethods _methodHelp _asdict'
  ).split(' '),
);

/** Those that common frameworks call: by their whole names, or by what the names begin with. */
const OF_FRAMEWORKS =
  /^(?:(?:process|on|visit|leave|depart|handle|do|http|https|ftp|default|unknown|pytest|setup|teardown|before|after|task|lex)_\w+|(?:p|t)_\w+|_repr_\w+_|_ipython_\w+_|(?:setUp|tearDown)\w*|(?:open|close)_spider|from_(?:crawler|settings)|(?:to|for)_?(?:json|JSON)|get_id|is_(?:authenticated|active|anonymous)|get_absolute_url|has_permission|has_object_permission|upgrade|downgrade|ready|dispatch|prepare|invoke|convert|validate|serialize|deserialize)$/;

/** Whether something outside of the workspace may call a method by its name, on an object that it is given. */
export const isAskedByLibraries = (method: string): boolean =>
  OF_STANDARD_LIBRARY.has(method) || OF_FRAMEWORKS.test(method);
