//===- Measurer.cpp - the time of candidates, measured --------------------===//
#include "MCFuser/Search/Measurer.h"

mcf::search::Measurer::~Measurer() = default;
