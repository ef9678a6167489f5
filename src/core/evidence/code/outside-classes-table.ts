/**
 * What objects of classes of the standard library have, in whatever version of Python 3.10 to 3.14; `_*`: names with one
 * underscore as well. Made by `scripts/outside-classes.py` from this Python and the stubs of typeshed.
 */
export const OUTSIDE_CLASSES = `builtins.object abc.ABC typing.Generic typing.Protocol collections.abc.Hashable collections.abc.Iterable collections.abc.Iterator collections.abc.Reversible collections.abc.Sized collections.abc.Container collections.abc.Collection collections.abc.Callable collections.abc.Awaitable collections.abc.AsyncIterable collections.abc.AsyncIterator contextlib.AbstractContextManager contextlib.AbstractAsyncContextManager threading.local types.ModuleType types.SimpleNamespace:
random.Random: VERSION _* betavariate binomialvariate choice choices expovariate gammavariate gauss gauss_next getrandbits getstate lognormvariate normalvariate paretovariate randbytes randint random randrange sample seed setstate shuffle triangular uniform vonmisesvariate weibullvariate
contextlib.ContextDecorator argparse.Namespace: _*
contextlib.AsyncExitStack: _* aclose callback enter_async_context enter_context pop_all push push_async_callback push_async_exit
logging.FileHandler: _* acquire addFilter baseFilename close createLock delay emit encoding errors filter filters flush format formatter get_name handle handleError level lock mode name release removeFilter setFormatter setLevel setStream set_name stream terminator
logging.StreamHandler: _* acquire addFilter close createLock emit filter filters flush format formatter get_name handle handleError level lock name release removeFilter setFormatter setLevel setStream set_name stream terminator
logging.Handler logging.NullHandler: _* acquire addFilter close createLock emit filter filters flush format formatter get_name handle handleError level lock name release removeFilter setFormatter setLevel set_name
collections.abc.MutableSet: _* add clear discard isdisjoint pop remove
unittest.IsolatedAsyncioTestCase: _* addAsyncCleanup addClassCleanup addCleanup addTypeEqualityFunc assertAlmostEqual assertAlmostEquals assertCountEqual assertDictContainsSubset assertDictEqual assertEndsWith assertEqual assertEquals assertFalse assertGreater assertGreaterEqual assertHasAttr assertIn assertIs assertIsInstance assertIsNone assertIsNot assertIsNotNone assertIsSubclass assertLess assertLessEqual assertListEqual assertLogs assertMultiLineEqual assertNoLogs assertNotAlmostEqual assertNotAlmostEquals assertNotEndsWith assertNotEqual assertNotEquals assertNotHasAttr assertNotIn assertNotIsInstance assertNotIsSubclass assertNotRegex assertNotRegexpMatches assertNotStartsWith assertRaises assertRaisesRegex assertRaisesRegexp assertRegex assertRegexpMatches assertSequenceEqual assertSetEqual assertStartsWith assertTrue assertTupleEqual assertWarns assertWarnsRegex assert_ asyncSetUp asyncTearDown countTestCases debug defaultTestResult doClassCleanups doCleanups enterAsyncContext enterClassContext enterContext fail failIf failIfAlmostEqual failIfEqual failUnless failUnlessAlmostEqual failUnlessEqual failUnlessRaises failureException id longMessage loop_factory maxDiff run setUp setUpClass shortDescription skipTest subTest tearDown tearDownClass
unittest.TestCase: _* addClassCleanup addCleanup addTypeEqualityFunc assertAlmostEqual assertAlmostEquals assertCountEqual assertDictContainsSubset assertDictEqual assertEndsWith assertEqual assertEquals assertFalse assertGreater assertGreaterEqual assertHasAttr assertIn assertIs assertIsInstance assertIsNone assertIsNot assertIsNotNone assertIsSubclass assertLess assertLessEqual assertListEqual assertLogs assertMultiLineEqual assertNoLogs assertNotAlmostEqual assertNotAlmostEquals assertNotEndsWith assertNotEqual assertNotEquals assertNotHasAttr assertNotIn assertNotIsInstance assertNotIsSubclass assertNotRegex assertNotRegexpMatches assertNotStartsWith assertRaises assertRaisesRegex assertRaisesRegexp assertRegex assertRegexpMatches assertSequenceEqual assertSetEqual assertStartsWith assertTrue assertTupleEqual assertWarns assertWarnsRegex assert_ countTestCases debug defaultTestResult doClassCleanups doCleanups enterClassContext enterContext fail failIf failIfAlmostEqual failIfEqual failUnless failUnlessAlmostEqual failUnlessEqual failUnlessRaises failureException id longMessage maxDiff run setUp setUpClass shortDescription skipTest subTest tearDown tearDownClass
logging.Logger: _* addFilter addHandler callHandlers critical debug disabled error exception fatal filter filters findCaller getChild getChildren getEffectiveLevel handle handlers hasHandlers info isEnabledFor level log makeRecord manager name parent propagate removeFilter removeHandler root setLevel warn warning
argparse.ArgumentParser: _* add_argument add_argument_group add_help add_mutually_exclusive_group add_subparsers allow_abbrev argument_default color conflict_handler convert_arg_line_to_args description epilog error exit exit_on_error format_help format_usage formatter_class fromfile_prefix_chars get_default parse_args parse_intermixed_args parse_known_args parse_known_intermixed_args prefix_chars print_help print_usage prog register set_defaults suggest_on_error usage
argparse.HelpFormatter argparse.RawDescriptionHelpFormatter argparse.RawTextHelpFormatter argparse.ArgumentDefaultsHelpFormatter: _* add_argument add_arguments add_text add_usage end_section format_help formatter heading items parent start_section
queue.Queue queue.PriorityQueue queue.LifoQueue: _* all_tasks_done empty full get get_nowait is_shutdown join maxsize mutex not_empty not_full put put_nowait qsize queue shutdown task_done unfinished_tasks
collections.UserList: _* append clear copy count data extend index insert pop remove reverse sort
threading.Timer: _* args cancel daemon finished function getName ident interval isDaemon is_alive join kwargs name native_id run setDaemon setName start
subprocess.Popen: _* args communicate encoding errors kill pid pipesize poll returncode send_signal stderr stderr_thread stdin stdout stdout_thread terminate text_mode universal_newlines wait
enum.IntEnum enum.IntFlag: _* as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag is_integer name numerator real to_bytes value
datetime.datetime: _* astimezone combine ctime date day dst fold fromisocalendar fromisoformat fromordinal fromtimestamp hour isocalendar isoformat isoweekday max microsecond min minute month now replace resolution second strftime strptime time timestamp timetuple timetz today toordinal tzinfo tzname utcfromtimestamp utcnow utcoffset utctimetuple weekday year
string.Template: _* braceidpattern delimiter flags get_identifiers idpattern is_valid pattern safe_substitute substitute template
io.TextIOWrapper: _* buffer close closed detach encoding errors fileno flush isatty line_buffering name newlines read readable readline readlines reconfigure seek seekable tell truncate writable write write_through writelines
contextlib.ExitStack: _* callback close enter_context pop_all push
string.Formatter: _* check_unused_args convert_field format format_field get_field get_value parse vformat
argparse.Action: _* choices const default dest format_usage help metavar nargs option_strings required type
collections.UserDict: _* clear copy data fromkeys get items keys pop popitem setdefault update values
collections.Counter: _* clear copy elements fromkeys get items keys most_common pop popitem setdefault subtract total update values
collections.ChainMap: _* clear copy fromkeys get items keys maps new_child parents pop popitem setdefault update values
collections.abc.MutableMapping: _* clear get items keys pop popitem setdefault update values
io.StringIO: _* close closed detach encoding errors fileno flush getvalue isatty line_buffering name newlines read readable readline readlines seek seekable tell truncate writable write writelines
io.TextIOBase: _* close closed detach encoding errors fileno flush isatty newlines read readable readline readlines seek seekable tell truncate writable write writelines
io.BytesIO: _* close closed detach fileno flush getbuffer getvalue isatty name read read1 readable readinto readinto1 readline readlines seek seekable tell truncate writable write writelines
io.RawIOBase: _* close closed fileno flush isatty read readable readall readinto readline readlines seek seekable tell truncate writable write writelines
logging.Formatter: _* converter datefmt default_msec_format default_time_format format formatException formatMessage formatStack formatTime usesTime
logging.LoggerAdapter: _* critical debug error exception extra getEffectiveLevel hasHandlers info isEnabledFor log logger manager merge_extra name process setLevel warn warning
datetime.date: _* ctime day fromisocalendar fromisoformat fromordinal fromtimestamp isocalendar isoformat isoweekday max min month replace resolution strftime strptime timetuple today toordinal weekday year
threading.Thread: _* daemon getName ident isDaemon is_alive join name native_id run setDaemon setName start
datetime.timedelta: _* days max microseconds min resolution seconds total_seconds
datetime.time: _* dst fold fromisoformat hour isoformat max microsecond min minute replace resolution second strftime strptime tzinfo tzname utcoffset
asyncio.Queue: _* empty full get get_nowait join maxsize put put_nowait qsize shutdown task_done
collections.abc.Set: _* isdisjoint
enum.Enum enum.Flag: _* name value
collections.abc.AsyncGenerator: aclose asend athrow
builtins.set: add clear copy difference difference_update discard intersection intersection_update isdisjoint issubset issuperset pop remove symmetric_difference symmetric_difference_update union update
logging.Filterer: addFilter filter filters removeFilter
builtins.OSError builtins.BlockingIOError builtins.ChildProcessError builtins.ConnectionError builtins.FileExistsError builtins.FileNotFoundError builtins.InterruptedError builtins.IsADirectoryError builtins.NotADirectoryError builtins.PermissionError builtins.ProcessLookupError builtins.TimeoutError builtins.BrokenPipeError builtins.ConnectionAbortedError builtins.ConnectionRefusedError builtins.ConnectionResetError builtins.EnvironmentError builtins.IOError: add_note args characters_written errno filename filename2 strerror winerror with_traceback
subprocess.CalledProcessError: add_note args cmd output returncode stderr stdout with_traceback
subprocess.TimeoutExpired: add_note args cmd output stderr stdout timeout with_traceback
builtins.SystemExit: add_note args code with_traceback
json.JSONDecodeError: add_note args colno doc lineno msg pos with_traceback
builtins.BaseExceptionGroup builtins.ExceptionGroup: add_note args derive exceptions message split subgroup with_traceback
builtins.UnicodeDecodeError builtins.UnicodeEncodeError builtins.UnicodeTranslateError: add_note args encoding end object reason start with_traceback
builtins.SyntaxError builtins.IndentationError builtins.TabError: add_note args end_lineno end_offset filename lineno msg offset print_file_and_line text with_traceback
builtins.ImportError builtins.ModuleNotFoundError: add_note args msg name name_from path with_traceback
builtins.AttributeError: add_note args name obj with_traceback
builtins.NameError builtins.UnboundLocalError: add_note args name with_traceback
builtins.StopIteration: add_note args value with_traceback
argparse.ArgumentTypeError subprocess.SubprocessError builtins.BaseException builtins.Exception builtins.GeneratorExit builtins.KeyboardInterrupt builtins.ArithmeticError builtins.AssertionError builtins.BufferError builtins.EOFError builtins.LookupError builtins.MemoryError builtins.ReferenceError builtins.RuntimeError builtins.StopAsyncIteration builtins.SystemError builtins.TypeError builtins.ValueError builtins.Warning builtins.FloatingPointError builtins.OverflowError builtins.ZeroDivisionError builtins.BytesWarning builtins.DeprecationWarning builtins.EncodingWarning builtins.FutureWarning builtins.ImportWarning builtins.PendingDeprecationWarning builtins.ResourceWarning builtins.RuntimeWarning builtins.SyntaxWarning builtins.UnicodeWarning builtins.UserWarning builtins.IndexError builtins.KeyError builtins.NotImplementedError builtins.RecursionError builtins.UnicodeError: add_note args with_traceback
decimal.Decimal: adjusted as_integer_ratio as_tuple canonical compare compare_signal compare_total compare_total_mag conjugate copy_abs copy_negate copy_sign exp fma from_float from_number imag is_canonical is_finite is_infinite is_nan is_normal is_qnan is_signed is_snan is_subnormal is_zero ln log10 logb logical_and logical_invert logical_or logical_xor max max_mag min min_mag next_minus next_plus next_toward normalize number_class quantize radix real remainder_near rotate same_quantum scaleb shift sqrt to_eng_string to_integral to_integral_exact to_integral_value
json.JSONEncoder: allow_nan check_circular default encode ensure_ascii indent item_separator iterencode key_separator skipkeys sort_keys
collections.deque: append appendleft clear copy count extend extendleft index insert maxlen pop popleft remove reverse rotate
builtins.bytearray: append capitalize center clear copy count decode endswith expandtabs extend find fromhex hex index insert isalnum isalpha isascii isdigit islower isspace istitle isupper join ljust lower lstrip maketrans partition pop remove removeprefix removesuffix replace resize reverse rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase take_bytes title translate upper zfill
builtins.list: append clear copy count extend index insert pop remove reverse sort
collections.abc.MutableSequence: append clear count extend index insert pop remove reverse
json.JSONDecoder: array_hook decode memo object_hook object_pairs_hook parse_array parse_constant parse_float parse_int parse_object parse_string raw_decode scan_once strict
builtins.int: as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag is_integer numerator real to_bytes
builtins.float: as_integer_ratio conjugate from_number fromhex hex imag is_integer real
collections.UserString: capitalize casefold center count data encode endswith expandtabs find format format_map index isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill
builtins.str: capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill
builtins.bytes: capitalize center count decode endswith expandtabs find fromhex hex index isalnum isalpha isascii isdigit islower isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill
collections.defaultdict: clear copy default_factory fromkeys get items keys pop popitem setdefault update values
collections.OrderedDict: clear copy fromkeys get items keys move_to_end pop popitem setdefault update values
builtins.dict: clear copy fromkeys get items keys pop popitem setdefault update values
collections.abc.Generator collections.abc.Coroutine: close send throw
builtins.complex: conjugate from_number imag real
asyncio.Protocol: connection_lost connection_made data_received eof_received pause_writing resume_writing
asyncio.DatagramProtocol: connection_lost connection_made datagram_received error_received pause_writing resume_writing
builtins.frozenset: copy difference intersection isdisjoint issubset issuperset symmetric_difference union
builtins.tuple collections.abc.Sequence: count index
datetime.tzinfo: dst fromutc tzname utcoffset
logging.Filter: filter name nlen
collections.abc.Mapping: get items keys values`;
